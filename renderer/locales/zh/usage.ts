import type { Words } from '../translation.ts';

/** Words of who needs a label, table, variable, counter, shift code or font. */
export const usage = {
  title: '使用情况',
  selected: '在 {printers} 上选用',
  waiting: '在 {printers} 的队列中',
  labels: '被 {n} 个标签使用：{names}',
  more: '{names} 及另外 {n} 个',
  none: '目前未使用',
  removal: '{text}{usage}。',
  inLabels: '引用它的标签将不能再打印。',
} satisfies Words<'usage'>;
