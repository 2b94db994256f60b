import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import PictureMarks from '#renderer/panels/label/PictureMarks.vue';

const finding = (x: number, width: number) => ({ pointer: '/objs/0', detail: 'why', box: { x, y: 1, width, height: 4 } });
const marks = (review: object) =>
  mount(PictureMarks, { props: { review: { size: { width: 20, height: 10 }, warnings: [], faults: [], xDimensions: [], ...review } } });

describe('the marks on a picture of a label', () => {
  it('cross out objects that cannot be drawn, at their position', () => {
    const fault = marks({ faults: [finding(2, 6)] }).get('.fault');
    expect([
      fault.get('rect').attributes('x'),
      ...fault.findAll('line').map((line) => [line.attributes('x1'), line.attributes('y2')]),
    ]).toEqual(['2', ['2', '5'], ['2', '1']]);
  });

  it('keep a frame within the picture when its object exceeds it', () => {
    const { x, width } = marks({ warnings: [finding(15, 9)] })
      .get('.warning')
      .attributes();
    expect([x, width]).toEqual(['15', '5']);
  });
});
