// How Ace colours the language of formulas: as rewards/formula/parser.py reads it.
"use strict";
ace.define("ace/mode/formula", ["require", "exports", "ace/lib/oop", "ace/mode/text", "ace/mode/text_highlight_rules"], (require, exports) => {
  const oop = require("ace/lib/oop");
  const TextMode = require("ace/mode/text").Mode;
  const { TextHighlightRules } = require("ace/mode/text_highlight_rules");

  const Rules = function () {
    this.$rules = {
      start: [
        { token: "string", regex: /'(?:[^']|'')*'/ },
        { token: "invalid", regex: /'.*$/ },
        { token: "constant.numeric", regex: /[0-9]+(?:\.[0-9]+)?/ },
        { token: "keyword", regex: /\b(?:and|or|not)\b/ },
        { token: "constant.language", regex: /\b(?:true|false|null)\b/ },
        { token: "support.function", regex: /[A-Za-z_][A-Za-z0-9_]*(?=\s*\()/ },
        { token: "variable", regex: /[A-Za-z_][A-Za-z0-9_]*/ },
        { token: "keyword.operator", regex: /<=|>=|==|!=|[-+*\/%<>?:]/ },
        { token: "paren.lparen", regex: /\(/ },
        { token: "paren.rparen", regex: /\)/ },
      ],
    };
  };
  oop.inherits(Rules, TextHighlightRules);

  const Mode = function () {
    this.HighlightRules = Rules;
    this.$behaviour = this.$defaultBehaviour;
  };
  oop.inherits(Mode, TextMode);
  Mode.prototype.$id = "ace/mode/formula";
  exports.Mode = Mode;
});
