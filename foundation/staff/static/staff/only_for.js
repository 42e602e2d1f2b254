// Shows of the fields with data-only-for those of the provider that is chosen in the same form.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const chosen = document.getElementById("id_provider");
  const fields = document.querySelectorAll("[data-only-for]");
  if (!chosen || !fields.length) return;
  const show = () => {
    for (const field of fields) {
      const fits = field.dataset.onlyFor.split(" ").includes(chosen.value);
      const row = field.closest(".form-row");
      if (row) row.hidden = !fits;
    }
  };
  chosen.addEventListener("change", show);
  show();
});
