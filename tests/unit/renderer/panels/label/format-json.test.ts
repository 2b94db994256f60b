import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson } from '#renderer/panels/label/format-json.ts';

describe('laying out a label document', () => {
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

  it('fills lines with the points of a long drawing', () => {
    const text = formatJson({ points: Array.from({ length: 100 }, (_, index) => index * 10) });
    expect(text.split('\n').length).toBeLessThan(15);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it('changes nothing but white space, whatever the document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(JSON.stringify(JSON.parse(formatJson(value)))).toBe(JSON.stringify(value));
      }),
    );
  });
});
