// Makes the fields of a formula's texts editors of code: colours, completion, and what is wrong as one types.
// The fields stay what the form sends. Without this script they are plain fields.
"use strict";
{
  const PAUSE = 400; // ms without a key before the texts are checked
  const TEXTS = ["expression", "settings", "coefficients"];
  const theme = { cssClass: "ace-formula", isDark: false, cssText: "" };

  const labelOf = (field) => document.querySelector(`label[for="${field.id}"]`);

  // What the page lists for the chosen type: [{ name, kind, caption, says }].
  const words = (form) =>
    [...form.querySelectorAll(".fl-words ul:not([hidden]) [data-insert]")].map((button) => ({
      name: button.dataset.insert,
      kind: button.dataset.kind,
      caption: button.textContent,
      says: button.nextElementSibling.textContent,
    }));

  const objectIn = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return {};
    }
  };

  // The names of coefficients, and the paths of the objects in their JSON.
  const paths = (value, start = "") =>
    Object.entries(value ?? {}).flatMap(([name, part]) => {
      const inner = typeof part === "string" ? objectIn(part) : part;
      const isObject = inner !== null && typeof inner === "object" && !Array.isArray(inner);
      return [start + name, ...(isObject ? paths(inner, `${start}${name}.`) : [])];
    });

  const completer = (form) => ({
    identifierRegexps: [/[A-Za-z0-9_.]/],
    getCompletions(editor, session, position, prefix, done) {
      const before = session.getLine(position.row).slice(0, position.column);
      if (/\bcoeff\(\s*'[^']*$/.test(before)) {
        const typed = form.elements.coefficients?.value ?? "";
        done(null, paths(objectIn(typed)).map((name) => ({ value: name, meta: "coefficient" })));
        return;
      }
      const isText = (before.match(/'/g) ?? []).length % 2 === 1;
      done(null, isText ? [] : words(form).map(completion));
    },
  });

  const completion = ({ name, kind, caption, says }) => {
    const shown = { caption: name, meta: kind, docText: kind === "function" ? `${caption}\n${says}` : says };
    return kind === "function" ? { ...shown, snippet: `${name}($0)` } : { ...shown, value: name };
  };

  const edit = (field, form) => {
    const box = field.closest(".fl-editor");
    const host = document.createElement("div");
    host.className = "fl-code";
    field.after(host);
    field.hidden = true;
    const editor = ace.edit(host, {
      minLines: Number(box.dataset.rows),
      maxLines: 30,
      fontSize: "0.875rem",
      showPrintMargin: false,
      highlightActiveLine: false,
      tabSize: 2,
      useSoftTabs: true,
      useWorker: false, // a worker's script would not come from this host
      wrap: true,
      indentedSoftWrap: false,
      enableBasicAutocompletion: true,
      enableLiveAutocompletion: true,
      textInputAriaLabel: labelOf(field)?.textContent.trim() ?? field.name,
    });
    editor.setTheme(theme);
    editor.session.setMode(`ace/mode/${box.dataset.mode}`);
    editor.session.setValue(field.value);
    editor.completers = [completer(form)];
    // A quote after coeff( offers the names of coefficients at once.
    editor.commands.on("afterExec", ({ command, args }) => {
      if (command.name !== "insertstring" || args !== "'") return;
      const { row, column } = editor.getCursorPosition();
      if (/\bcoeff\(\s*'$/.test(editor.session.getLine(row).slice(0, column))) editor.execCommand("startAutocomplete");
    });
    // Tab goes to the next field, as everywhere on the page.
    for (const key of ["Tab", "Shift-Tab"]) editor.commands.bindKey(key, null);
    const input = editor.textInput.getElement();
    const list = box.querySelector(".fl-faults");
    list.id = `${field.id}_faults`;
    input.setAttribute("aria-label", labelOf(field)?.textContent.trim() ?? field.name);
    input.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), list.id].filter(Boolean).join(" "));
    labelOf(field)?.addEventListener("click", () => editor.focus());
    editor.session.on("change", () => {
      field.value = editor.getValue();
    });
    // fields.js writes what its fields say.
    field.addEventListener("input", () => {
      if (field.value !== editor.getValue()) editor.setValue(field.value, -1);
    });
    return { editor, field, list, input, marks: [] };
  };

  const show = (text, faults) => {
    const { editor, list, input, marks } = text;
    const isText = !list.closest(".fl-as-fields"); // fields have no lines
    const said = faults.map((fault) => (fault.line && isText ? `Line ${fault.line}, column ${fault.column}: ${fault.detail}` : fault.detail));
    if (said.join("\n") !== [...list.children].map((each) => each.textContent).join("\n")) {
      list.replaceChildren(...said.map((each) => Object.assign(document.createElement("li"), { textContent: each })));
    }
    input.setAttribute("aria-invalid", String(faults.length > 0));
    const placed = faults.filter((fault) => fault.line);
    editor.session.setAnnotations(
      placed.map(({ line, column, detail }) => ({ row: line - 1, column: column - 1, text: detail, type: "error" })),
    );
    marks.splice(0).forEach((mark) => editor.session.removeMarker(mark));
    const { Range } = ace.require("ace/range");
    for (const { line, column } of placed) {
      const length = editor.session.getLine(line - 1).slice(column - 1).match(/^\w+|^./)?.[0].length ?? 1;
      const from = Math.max(0, Math.min(column - 1, editor.session.getLine(line - 1).length - 1));
      marks.push(editor.session.addMarker(new Range(line - 1, from, line - 1, from + length), "fl-fault", "text"));
    }
  };

  // Where the text failed when it was tried: the page Try says so, until the text changes.
  const failed = () =>
    [...document.querySelectorAll("[data-failed]")].map(({ dataset }) => ({
      field: dataset.failed,
      line: Number(dataset.line),
      column: Number(dataset.column),
      detail: dataset.detail,
    }));

  // Asks the server what is wrong; only the last question's answer is shown.
  const checker = (form, texts) => {
    let waiting;
    let asked = 0;
    let failures = failed();
    const address = form.querySelector(".fl-editor").dataset.faults;
    const type = () => form.querySelector(".fl-editor[data-type]")?.dataset.type ?? form.elements.activity_type?.value ?? "";
    const faultsNow = async () => {
      if (!type()) return [{ field: TEXTS[0], detail: "Choose the activity type first: it decides which variables there are." }];
      const body = Object.fromEntries(texts.map(({ field }) => [field.name, field.value]));
      const headers = { "Content-Type": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
      try {
        const answer = await fetch(address, {
          method: "POST",
          headers,
          body: JSON.stringify({ activityType: type(), ...body }),
          redirect: "error",
        });
        const found = await answer.json();
        return found.faults ?? [{ field: TEXTS[0], detail: found.detail }];
      } catch {
        return [{ field: TEXTS[0], detail: "The texts could not be checked now. Saving checks them." }];
      }
    };
    const ask = async () => {
      const number = ++asked;
      const faults = await faultsNow();
      if (number !== asked) return;
      faults.push(...failures);
      for (const text of texts) {
        const isEmpty = !text.field.value.trim(); // not begun yet; saving asks for it
        show(text, isEmpty ? [] : faults.filter((fault) => fault.field === text.field.name));
      }
    };
    ask();
    return () => {
      failures = [];
      clearTimeout(waiting);
      waiting = setTimeout(ask, PAUSE);
    };
  };

  const insert = (editor, { insert: name, kind }) => {
    editor.insert(kind === "function" ? `${name}()` : name);
    if (kind === "function") editor.navigateLeft(1);
    editor.focus();
  };

  const start = (form) => {
    const fields = TEXTS.map((name) => form.elements[name]).filter((field) => field?.classList.contains("fl-typed"));
    if (!fields.length) return;
    const texts = fields.map((field) => edit(field, form));
    const check = checker(form, texts);
    texts.forEach(({ editor }) => editor.session.on("change", check));
    form.querySelectorAll(".fl-words [data-insert]").forEach((button) => {
      button.addEventListener("click", () => insert(texts[0].editor, button.dataset));
    });
    const types = form.elements.activity_type;
    const follow = () => {
      form.querySelectorAll(".fl-words ul[data-type]").forEach((list) => {
        list.hidden = list.dataset.type !== types.value;
      });
      check();
    };
    if (types?.matches("select")) {
      types.addEventListener("change", follow);
      follow();
    }
  };

  ace.config.set("useStrictCSP", true); // Ace's styles come from its file
  window.addEventListener("load", () => {
    document.querySelectorAll("form:has(.fl-editor)").forEach(start);
  });
}
