import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentText, formatJson } from '#renderer/domain/json/format-json.ts';

describe('formatting a label document', () => {
  it('keeps short plain objects on one line and opens the others', () => {
    const label = {
      format: 3,
      objs: [
        { type: 'Text', text: 'A', font: { family: 'Arial', height: 4 } },
        { type: 'Rect', width: 1, height: 2 },
      ],
    };
    expect(formatJson(label)).toBe(
      [
        '{',
        '  "format": 3,',
        '  "objs": [',
        '    {',
        '      "type": "Text",',
        '      "text": "A",',
        '      "font": { "family": "Arial", "height": 4 }',
        '    },',
        '    { "type": "Rect", "width": 1, "height": 2 }',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  it('fills lines with the points of a long line drawing', () => {
    const text = formatJson({ points: Array.from({ length: 100 }, (_, index) => index * 10) });
    expect(text.split('\n').length).toBeLessThan(15);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it('formats every state of a document as it formats that state alone', () => {
    const inner = fc.jsonValue({ maxDepth: 3 });
    const documents = fc.tuple(
      fc.array(inner, { minLength: 1, maxLength: 5 }),
      fc.array(fc.array(fc.nat(), { maxLength: 6 }), { maxLength: 6 }),
    );
    fc.assert(
      fc.property(documents, ([parts, states]) => {
        const layout = new DocumentText();
        for (const state of states) {
          const objs = state.map((choice) => parts[choice % parts.length]);
          const document = { objs, group: { objs: objs.slice(1), deeper: [{ objs: objs.slice(2) }] } };
          expect(layout.of(document)).toBe(formatJson(document));
        }
      }),
    );
  });

  it('does not read the common parts of two states again', () => {
    let reads = 0;
    const common = {
      get text() {
        reads += 1;
        return 'Lot';
      },
    };
    const layout = new DocumentText();
    layout.of({ objs: [common, { text: 'A' }] });
    const before = reads;
    layout.of({ objs: [common, { text: 'AB' }] });
    expect([before > 0, reads]).toEqual([true, before]);
  });

  it('changes nothing but white space', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(JSON.stringify(JSON.parse(formatJson(value)))).toBe(JSON.stringify(value));
      }),
    );
  });
});
