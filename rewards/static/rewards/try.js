// On the page Try: the chosen activity's values are filled in at once, by the same button as by hand.
"use strict";
document.querySelector("#id_newest")?.addEventListener("change", (event) => {
  const form = event.target.form;
  if (!event.target.value) return;
  form.elements.activity.value = event.target.value;
  form.requestSubmit(form.elements.fill);
});
