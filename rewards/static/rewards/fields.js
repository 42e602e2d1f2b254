// The conditions and coefficients of a formula as rows of fields: they are written into the JSON that the form sends.
// What fields cannot say stays the text that it is. Without this script the JSON is edited.

export const COMPARISONS = {
  is: "is",
  ne: "is not",
  gte: "is at least",
  gt: "is more than",
  lte: "is at most",
  lt: "is less than",
  in: "is one of",
};
const OF_KIND = { number: Object.keys(COMPARISONS), text: ["is", "ne", "in"], truth: ["is"] };
const SIGNS = { is: "==", ne: "!=", gte: ">=", gt: ">", lte: "<=", lt: "<" };
const COMPARED = /\s*([A-Za-z_]\w*)\s*(==|!=|>=|<=|>|<)\s*('(?:[^']|'')*'|-?\d+(?:\.\d+)?|true|false)\s*/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

// A text without the spaces outside of what is quoted.
const bare = (text, quote) => text.replace(new RegExp(`(${quote}(?:[^${quote}\\\\]|\\\\.)*${quote})|\\s+`, "g"), "$1");
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

const objectOf = (text) => {
  try {
    const value = JSON.parse(text.trim() || "{}");
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

const isScalar = (value) => ["string", "number", "boolean"].includes(typeof value);

// The rows of `{"distance": {"gte": 5}, "discipline": ["running", "walking"]}`; null: fields cannot say it.
const rowsOfObject = (where) => {
  const rows = [];
  for (const [name, wanted] of Object.entries(where)) {
    const pairs = isObject(wanted) ? Object.entries(wanted) : [[Array.isArray(wanted) ? "in" : "is", wanted]];
    for (const [comparison, value] of pairs) {
      const values = Array.isArray(value) ? value : [value];
      if (!(comparison in COMPARISONS) || !values.every(isScalar)) return null;
      rows.push({ name, comparison, value: values.join(", ") });
    }
  }
  return rows;
};

// The rows of `distance >= 5 and discipline == 'running'`; null: fields cannot say it.
const rowsOfExpression = (where) => {
  const rows = [];
  COMPARED.lastIndex = 0;
  for (;;) {
    const found = COMPARED.exec(where);
    if (!found) return null;
    const [, name, sign, literal] = found;
    const comparison = Object.keys(SIGNS).find((each) => SIGNS[each] === sign);
    const value = literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : literal;
    rows.push({ name, comparison, value });
    const end = COMPARED.lastIndex;
    if (end === where.length) return rows;
    if (!/^and\s/.test(where.slice(end))) return null;
    COMPARED.lastIndex = end + 3;
  }
};

const split = (value) =>
  value
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

const jsonOf = (kind, value) => {
  if (kind === "number" && NUMBER.test(value)) return value;
  return kind === "truth" && /^(true|false)$/.test(value) ? value : JSON.stringify(value);
};

const operandOf = ({ name, comparison, value }, kinds) => {
  if (comparison === "in") return `[${split(value).map((each) => jsonOf(kinds[name], each)).join(", ")}]`;
  return value.trim() ? jsonOf(kinds[name], value.trim()) : "[]"; // refused: nothing is typed yet
};

const objectText = (rows, kinds) => {
  const names = [...new Set(rows.map((row) => row.name))];
  const parts = names.map((name) => {
    const own = rows.filter((row) => row.name === name);
    if (own.length === 1 && ["is", "in"].includes(own[0].comparison)) return `"${name}": ${operandOf(own[0], kinds)}`;
    const inner = own.map((row) => {
      const isOne = row.comparison === "is" && row.value.trim();
      return isOne ? `"in": [${operandOf(row, kinds)}]` : `"${row.comparison}": ${operandOf(row, kinds)}`;
    });
    return `"${name}": {${inner.join(", ")}}`;
  });
  return `{${parts.join(", ")}}`;
};

const literalOf = (kind, value) => (kind === "text" ? `'${value.replaceAll("'", "''")}'` : value.trim());

const expressionText = (rows, kinds) =>
  rows.map(({ name, comparison, value }) => `${name} ${SIGNS[comparison]} ${literalOf(kinds[name], value)}`).join(" and ");

// The JSON of settings with these conditions. `isText`: they were an expression, and stay one where it can say them.
export const textOfConditions = ({ rows, isText }, kinds) => {
  if (!rows.length) return "{}";
  const isSayable = rows.every((row) => row.comparison in SIGNS);
  const where = isText && isSayable ? JSON.stringify(expressionText(rows, kinds)) : objectText(rows, kinds);
  return `{\n  "__where": ${where}\n}`;
};

// The conditions of settings as rows; null: fields cannot say them, or not without a loss.
export const conditionsOf = (text, kinds) => {
  const settings = objectOf(text);
  if (!settings || Object.keys(settings).some((name) => name !== "__where")) return null;
  const where = settings.__where;
  const isText = typeof where === "string";
  if (where === undefined) return { rows: [], isText };
  const rows = isText ? rowsOfExpression(where) : isObject(where) ? rowsOfObject(where) : null;
  if (!rows?.length || !rows.every(({ name, comparison }) => OF_KIND[kinds[name]]?.includes(comparison))) return null;
  const found = { rows, isText };
  const again = textOfConditions(found, kinds);
  if (isText) return bare(objectOf(again).__where, "'") === bare(where, "'") ? found : null;
  return bare(again, '"') === bare(text, '"') ? found : null;
};

// The JSON of coefficients; rows in which nothing is typed are left out.
export const textOfCoefficients = (rows) => {
  const typed = rows.filter(({ name, value }) => name || value);
  const lines = typed.map(({ name, value }) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return lines.length ? `{\n${lines.join(",\n")}\n}` : "{}";
};

// The coefficients as rows; null: fields cannot say them, or not without a loss.
export const coefficientsOf = (text) => {
  const found = objectOf(text);
  if (!found || !Object.values(found).every((value) => typeof value === "string" && !value.includes("\n"))) return null;
  const rows = Object.entries(found).map(([name, value]) => ({ name, value }));
  return bare(textOfCoefficients(rows), '"') === bare(text.trim() || "{}", '"') ? rows : null;
};

// From here on the page.

const make = (tag, properties = {}, ...children) => {
  const { dataset = {}, attributes = {}, ...own } = properties;
  const made = Object.assign(document.createElement(tag), own);
  Object.assign(made.dataset, dataset);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

const labelled = (control, label) => {
  control.setAttribute("aria-label", label);
  return control;
};

const selectOf = (pairs, chosen) =>
  make("select", {}, ...pairs.map(([value, text]) => make("option", { value, textContent: text, selected: value === chosen })));

const TRUTHS = [
  ["true", "yes"],
  ["false", "no"],
];

// What the page lists for the chosen type: [{ name, kind, unit }].
const variablesOf = (form) => {
  const type = form.querySelector(".fl-editor[data-type]")?.dataset.type ?? form.elements.activity_type?.value ?? "";
  return [...form.querySelectorAll(`.fl-words ul[data-type="${CSS.escape(type)}"] [data-kind="variable"]`)].map((button) => ({
    name: button.dataset.insert,
    kind: button.dataset.value,
    unit: button.dataset.unit,
  }));
};

// The property stays while its comparison and value are made anew: it keeps the focus, and what is typed to choose it.
const conditionControls = (row, place, variables, changed) => {
  const named = variables.map(({ name, unit }) => [name, name.replaceAll("_", " ") + (unit ? ` (${unit})` : "")]);
  const property = labelled(selectOf(named, row.name), `Property ${place}`);
  const kindNow = () => variables.find(({ name }) => name === row.name).kind;
  const dependent = () => {
    const kind = kindNow();
    const comparisons = OF_KIND[kind].map((each) => [each, COMPARISONS[each]]);
    const comparison = labelled(selectOf(comparisons, row.comparison), `Comparison ${place}`);
    const value = kind === "truth" ? selectOf(TRUTHS, row.value) : make("input", { type: "text", value: row.value });
    const help = () => {
      value.placeholder = row.comparison === "in" ? "one, another" : "";
      value.inputMode = kind === "number" && row.comparison !== "in" ? "decimal" : "text";
    };
    help();
    comparison.addEventListener("change", () => {
      row.comparison = comparison.value;
      help();
      changed();
    });
    value.addEventListener(kind === "truth" ? "change" : "input", () => {
      row.value = value.value;
      changed();
    });
    return [comparison, labelled(value, `Value ${place}`)];
  };
  let others = dependent();
  property.addEventListener("change", () => {
    row.name = property.value;
    const kind = kindNow();
    if (!OF_KIND[kind].includes(row.comparison)) row.comparison = "is";
    row.value = kind === "truth" ? "true" : "";
    const made = dependent();
    others.forEach((other, index) => other.replaceWith(made[index]));
    others = made;
    changed();
  });
  return [property, ...others];
};

const coefficientControls = (row, place, _, changed) =>
  ["name", "value"].map((part) => {
    const input = make("input", { type: "text", value: row[part], spellcheck: false });
    input.addEventListener("input", () => {
      row[part] = input.value;
      changed();
    });
    return labelled(input, `${part === "name" ? "Name" : "Value"} ${place}`);
  });

const KINDS = {
  settings: {
    heads: [],
    none: "No condition: the formula is for every activity.",
    add: "Add a condition",
    remove: "Remove condition",
    controls: conditionControls,
    read: (text, kinds) => conditionsOf(text, kinds),
    rows: (found) => found.rows,
    write: textOfConditions,
    fresh: (variables) => {
      const [first] = [...variables.filter(({ kind }) => kind === "number"), ...variables];
      return { name: first.name, comparison: OF_KIND[first.kind].at(first.kind === "number" ? 2 : 0), value: first.kind === "truth" ? "true" : "" };
    },
    needsVariables: true,
  },
  coefficients: {
    heads: ["Name", "Value"],
    none: "No coefficient.",
    add: "Add a coefficient",
    remove: "Remove coefficient",
    controls: coefficientControls,
    read: coefficientsOf,
    rows: (found) => found,
    write: textOfCoefficients,
    fresh: () => ({ name: "", value: "" }),
  },
};

const begin = (field, form) => {
  const kind = KINDS[field.name];
  const box = field.closest(".fl-editor");
  const host = make("div", { className: "fl-rows" });
  const cannot = make("p", { className: "fl-cannot", textContent: "Fields cannot say this: it is edited as text.", hidden: true });
  const toggle = make("button", { type: "button", className: "fl-toggle" });
  let found = null;
  let asText = false;

  const write = () => {
    field.value = kind.write(found, kindsOf(variablesOf(form)));
    field.dispatchEvent(new Event("input"));
  };
  const rowOf = (row, index, variables) => {
    const remove = make("button", { type: "button", textContent: "Remove" });
    labelled(remove, `${kind.remove} ${index + 1}`);
    remove.addEventListener("click", () => {
      kind.rows(found).splice(index, 1);
      write();
      show(kind.add);
    });
    const controls = kind.controls(row, index + 1, variables, write);
    return make("div", { className: `fl-row fl-row-${controls.length}`, attributes: { role: "group" } }, ...controls, remove);
  };
  const show = (focused) => {
    const variables = variablesOf(form);
    const rows = found ? kind.rows(found) : [];
    const isReady = !kind.needsVariables || variables.length > 0;
    const add = make("button", { type: "button", textContent: kind.add, disabled: !isReady });
    labelled(add, kind.add);
    add.addEventListener("click", () => {
      rows.push(kind.fresh(variables));
      write();
      show(`${kind.needsVariables ? "Property" : "Name"} ${rows.length}`);
    });
    const heads = rows.length ? kind.heads.map((text) => make("span", { textContent: text })) : [];
    const head = heads.length ? [make("div", { className: `fl-row fl-row-${heads.length} fl-row-head`, attributes: { "aria-hidden": "true" } }, ...heads)] : [];
    const none = rows.length ? [] : [make("p", { textContent: isReady ? kind.none : "Choose the activity type first." })];
    host.replaceChildren(...head, ...none, ...rows.map((row, index) => rowOf(row, index, variables)), add);
    const isFields = found !== null && !asText;
    box.classList.toggle("fl-as-fields", isFields);
    host.hidden = !isFields;
    cannot.hidden = found !== null;
    toggle.textContent = isFields ? "Edit as text" : "Edit in fields";
    if (focused) host.querySelector(`[aria-label="${focused}"]`)?.focus();
    window.dispatchEvent(new Event("resize")); // the editor measures itself when it is shown
  };
  const read = () => {
    found = kind.read(field.value, kindsOf(variablesOf(form)));
    show();
  };
  toggle.addEventListener("click", () => {
    asText = box.classList.contains("fl-as-fields");
    read();
  });
  if (kind.needsVariables) form.elements.activity_type?.addEventListener("change", read);
  box.prepend(host, cannot);
  box.append(toggle);
  read();
};

const kindsOf = (variables) => Object.fromEntries(variables.map(({ name, kind }) => [name, kind]));

if (typeof document !== "undefined") {
  for (const form of document.querySelectorAll("form:has(.fl-editor)")) {
    for (const name of Object.keys(KINDS)) {
      const field = form.elements[name];
      if (field?.classList.contains("fl-typed")) begin(field, form);
    }
  }
}
