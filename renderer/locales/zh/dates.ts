import type { Words } from '../translation.ts';

/** Words of the panel about dates. */
export const dates = {
  title: '日期',
  intro: '此控制器如何由时刻得出日期。更改只对之后的打印生效；已打印的日期不变。',
  noExtension: '此控制器不说明它如何得出日期',
  timeZone: '时区',
  timeZoneHint: '所有日期、班次和历史记录都以该时区的时钟为准。例如 Europe/Berlin。',
  monthEnd: '月末',
  monthEndHint: '1 月 31 日加一个月时打印什么。',
  monthEnds: { end: '二月的最后一天', spill: '顺延到三月' },
  dayStart: '生产日开始于',
  dayStartHint: '在此时间之前，日期按前一天计算。小时和分钟不变。',
  example: '今天在 {zone} 打印 {today}。2027 年 1 月 31 日加 1 个月打印 {month}。',
  save: '保存',
  saved: '日期设置已保存。',
  faults: {
    timeZone: '没有这个时区。例如 Europe/Berlin。',
    dayStart: '请填写一天中的时间，例如 06:00。',
  },
} satisfies Words<'dates'>;
