/** The label of the main job: name, GTIN as EAN-13, and a GS1 DataMatrix with GTIN, best-before date and a serial. */
export const KETCHUP_LABEL = {
  format: 3,
  width: 80,
  height: 50,
  objs: [
    { type: 'Text', x: 4, y: 4, width: 72, text: '{TABLE;Name}', font: { family: 'Arial', style: 'Bold', height: 5 } },
    { type: 'EAN-13', x: 4, y: 22, text: '{TABLE;GTIN}', barHeight: 16 },
    {
      type: 'GS1-DataMatrix',
      x: 52,
      y: 22,
      moduleSize: 0.7,
      apps: [
        { id: '01', value: '0{TABLE;GTIN}' },
        { id: '17', value: '{TIME;{YEAR2}{MONTH}{DAYOFMONTH};+30days}' },
        ['21', '{COUNTER;Serial;WIDTH=6}'],
      ],
    },
  ],
};
