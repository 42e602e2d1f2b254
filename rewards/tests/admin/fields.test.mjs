// What fields say of a formula's JSON, and what they write.
import assert from "node:assert/strict";
import { test } from "node:test";
import { coefficientsOf, conditionsOf, textOfCoefficients, textOfConditions } from "../../static/rewards/fields.js";

const KINDS = { distance: "number", pulse: "number", discipline: "text", is_manual: "truth" };
const inOrder = (found) => found?.rows.map(({ name, comparison, value }) => `${name} ${comparison} ${value}`);

test("conditions become rows, and the same JSON again", () => {
  for (const [where, rows] of [
    ['{"distance": {"gte": 5, "lt": 10.5}}', ["distance gte 5", "distance lt 10.5"]],
    ['{"discipline": ["running", "it\'s"], "is_manual": false}', ["discipline in running, it's", "is_manual is false"]],
    ['{"discipline": {"ne": "running"}, "distance": 5}', ["discipline ne running", "distance is 5"]],
    ['"distance >= 5 and discipline == \'it\'\'s\'"', ["distance gte 5", "discipline is it's"]],
  ]) {
    const text = `{"__where": ${where}}`;
    const found = conditionsOf(text, KINDS);
    assert.deepEqual(inOrder(found), rows);
    assert.deepEqual(JSON.parse(textOfConditions(found, KINDS)), JSON.parse(text));
  }
  assert.deepEqual(conditionsOf("", KINDS), { rows: [], isText: false });
  assert.equal(textOfConditions({ rows: [] }, KINDS), "{}");
});

test("what fields cannot say without a loss stays a text", () => {
  for (const text of [
    '{"__where": "distance > 5 or pulse < 100"}',
    '{"__where": "distance > coeff(\'least\')"}',
    '{"__where": {"distance": 5.0}}',
    '{"__where": {"distance": 0.12345678901234567890123}}',
    '{"__where": {"distance": "5"}}',
    '{"__where": {"discipline": ["a, b"]}}',
    '{"__where": {"discipline": null}}',
    '{"__where": {"colour": "red"}}',
    '{"__where": {"discipline": "a", "discipline": "b"}}',
    '{"__where": "distance > 5", "note": "x"}',
    '{"__where": distance > 5}',
    "[]",
  ])
    assert.equal(conditionsOf(text, KINDS), null, text);
  for (const text of ['{"rate": 1.5}', '{"rate": "1", "rate": "2"}', '{"rate": "1\\n2"}', "{"]) assert.equal(coefficientsOf(text), null, text);
});

test("what is typed wrongly is written so that it is refused", () => {
  const written = (...rows) => textOfConditions({ rows, isText: false }, KINDS).replace(/\s+/g, "");
  const distance = { name: "distance", comparison: "gte", value: "" };
  assert.equal(written(distance), '{"__where":{"distance":{"gte":[]}}}');
  assert.equal(written({ ...distance, value: "10,5" }), '{"__where":{"distance":{"gte":"10,5"}}}');
  assert.equal(written({ ...distance, value: "5" }, { ...distance, value: "6" }), '{"__where":{"distance":{"gte":5,"gte":6}}}');
  assert.equal(textOfCoefficients([{ name: "", value: "" }]), "{}");
  assert.equal(textOfCoefficients([{ name: "a", value: "1" }, { name: "a", value: "2" }]), '{\n  "a": "1",\n  "a": "2"\n}');
});

test("an expression becomes an object where it cannot say what is wanted", () => {
  const rows = [{ name: "discipline", comparison: "in", value: "running, walking" }];
  assert.deepEqual(JSON.parse(textOfConditions({ rows, isText: true }, KINDS)), { __where: { discipline: ["running", "walking"] } });
});

test("coefficients become rows, and the same JSON again", () => {
  const text = '{"rate": "1.5", "table": "[[0, 1], [5, 2]]"}';
  const rows = coefficientsOf(text);
  assert.deepEqual(rows, [{ name: "rate", value: "1.5" }, { name: "table", value: "[[0, 1], [5, 2]]" }]);
  assert.deepEqual(JSON.parse(textOfCoefficients(rows)), JSON.parse(text));
});
