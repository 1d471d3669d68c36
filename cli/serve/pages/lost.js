// The page without a seat leads back to the table that this phone was last at.

const table = localStorage.getItem("table");
if (table) {
  document.querySelector("#back a").href = table;
  document.getElementById("back").hidden = false;
}
