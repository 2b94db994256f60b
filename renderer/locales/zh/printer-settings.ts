import type { Words } from '../translation.ts';

/** Words of what a printer does with its triggers. */
export const printerSettings = {
  title: '触发',
  bounceTime: '两件产品之间的最短时间（毫秒）',
  bounceTimeHint: '0 至 60 000。在此时间内再次触发视为重复触发，不打印。',
  whenDataIsMissing: '产品到达而没有可打印的内容时',
  gap: '放行并继续',
  stop: '停止产线，等待人工处理',
  whenDataIsMissingHint: '两种情况都记录为漏打产品。',
  change: '更改',
  titleOf: '{printer} 的触发',
  consequence: '从下一件产品起对 {printer} 生效。',
  save: '保存',
  saved: '{printer} 的触发已设置。',
  ms: '{n} ms',
} satisfies Words<'printerSettings'>;
