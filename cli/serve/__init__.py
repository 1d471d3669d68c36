"""The phones around the table: one log, one private pad per seat.

`room` keeps the log and the seats, and lets a seat see only what comes through the gate; `answers` makes what a
seat is told from its view alone; `web` takes requests; `start` is the command; `pages` is what phones load.

What pages rely on, beside what has always been there. All texts are whole sentences in the reader's language.

`GET /api/state` says once what both `sheet` and `table` have: a page lays `table` over `sheet` and reads both there.
It has also:

- `entries`: everything the seat may see that somebody entered, in the order of the game. `{"id", "kind", "player",
  "round", "line", "text", "by", "mine", "changeable"}`: `id` stays what it is whatever else is corrected (in a log of
  one player it is the number of the line); `kind` is the verb, `player` whom it is about (a holder without owner too)
  or null, `round` 0 before the first; `line` the line as this seat could send it, `text` the same in words; `by` who
  entered it, "" for the laptop; `mine`: this seat can take it back or put it right without asking; `changeable`: it
  can be put right at all, if need be when others agree.
- `news`: what was said aloud at the table, the last eight, oldest first: `{"id", "text", "tone", "turned"}`, tone one
  of hit, wrong, won, plain, corrected; `turned` see below. Ids grow. On the first answer, and when `id // 1_000_000`
  is another than before (the server was started again), nothing is announced; after that whatever has a higher id than
  the last one.
- `mine`: what the seat last learnt of itself, to stay on the pad until its next bet ("Your sum is 6 or less."), or
  null.
- `undo`: `{"id", "text"}`, the seat's own last entry that it can take back, as a question ("Take back your bet 8 to
  13?"), or null.
- `waiting`: names of those who truly are awaited, so never of who has done it; it may be this seat's own.
- `clashes`: `{"text", "ids", …}`, entries of this seat's list that cannot all be true.
- `away`: names of players of whom the laptop said that they are away.
- `finals`: this seat's own final bets that were sent, `{"red": [1, 4]}`, or null.
- `asked`: changes that wait for others: `{"id", "by", "text", "falls", "needs", "agreed"}`, `falls` the texts of
  entries that would go, `needs` who still has to agree. Shown to whoever asked and to all that `needs` or `agreed`
  names.
- `rematch`: who wants to play again.
- `turned`: how many hands all have looked at, once the game is over and its hands are turned one by one, in the order
  of `table.all_hands`; a `news` is told aloud once so many are `turned`.
- `game`: which game this one is at the table, counted from 1; a line may name the one it is meant for.

Requests of a seat:

- `POST /api/lines {"line", "version", "instead": id}`: the line takes the place of that entry, which is of the same
  kind; it may name only what is different ("see Ben yellow 4" of six cards). `"instead": true` means the last entry
  that the line is about (with `"round": 2` the one of that round). 200 `{"version", "said", "told": [names]}`. 409
  `{"errors", "falls": [{"id", "by", "text"}], "needs": [names]}` if others have to agree; with `"ask": true` in the
  request they are asked, and it is 202 `{"version", "asked": id}`. 409 without `needs`: look again. 422: as ever.
- `"for": "Anna"` in `POST /api/lines`: what the line says Anna does. What is secret (final bets, dice under a cup, a
  declaration) only while she is in `away`, with or without `for`; else 422.
- `POST /api/undo {"id"}` (or `{"version"}`, as ever): the seat's own last entry; 200 `{"version", "said", "took":
  {"id", "line", "text"}}`; 409 as above, also with `"ask": true`.
- `POST /api/agree {"id", "agree": true|false}`: about an `asked` change; `false` of the one who asked withdraws it.
  200 `{"version", "said"}`.
- `POST /api/leave {}`: this phone leaves its seat; 200 and the cookie is gone.
- `POST /api/turn {"turned": 1}`: so many hands are seen by now; the next is turned for all. 200 `{"version",
  "turned"}`.
- `POST /api/rematch {"agree": true|false}`: once the game is over; when all who sit here agree, the next log begins,
  and `state` is about that one. 200 `{"version", "rematch": [names]}`.

- The language of an answer is that of the phone: its cookie `lang`, else its Accept-Language. A line that somebody else
  has entered just so meanwhile is 200 with `"again": true`. `GET /api/advise` has `take`: the line that does what is
  advised, or null. What answers would call line 11 is called by its round, and by what was said.
- What has shown somebody something (an answered bet, the dice or stones under answers) is `mine: false`: `instead`
  needs all others, and it is never taken back. What the player lays off, a lift, a declaration, and what was bet on
  cards that are turned is `changeable: false`. Who has rolled or sent final bets counts as public.

With the code of the link:

- `GET /join/CODE` of a phone that has a seat leads to `/`. `GET /join/CODE/state`: `{"title", "game": name or null,
  "seats": [{"name", "taken"}], "yours": the seat that the asking phone has, or null}`, to be asked again every
  second or two.
- As long as the log has no game (`"game": null`), the first phone sets it up: `GET /join/CODE/setup` has what there
  is to choose: `{"games": [{"name", "title", "seating", "fewest", "most", "options": [{"key", "text", "choices":
  [{"text", "line"}], "typed": example or null}]}], "aids": [{"name", "title", "means"}]}`. `POST /join/CODE/setup
  {"game", "players": [names in order], "lines": [of the options], "aid"}`: 200, and the seats can be taken; 422
  `{"errors"}`; 409: it is set up.
- `GET /board` (with a seat's cookie) and `/board/CODE`: the page for a shared screen. `GET /board/state`,
  `/board/CODE/state`: `{"version", "title", "prompt": title, "players": [{"name", "here", "away"}], "over", "turned",
  "table", "news", "waiting", "clashes": how many, "link"}` with nothing in `table` that any seat may not see; `GET
  /board/events`, `/board/CODE/events`: its versions. `GET /board/CODE/qr.svg`: the code to scan.
- `GET /help`: a page on what to check when a phone does not get through; no seat needed. `GET /manifest.webmanifest`
  and `/files/icon.svg`, `icon.png`: for the home screen.
"""
