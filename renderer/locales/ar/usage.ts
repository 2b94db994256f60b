import type { Words } from '../translation.ts';

/** Words of who needs a label, table, variable, counter, shift code or font. */
export const usage = {
  title: 'الاستخدام',
  selected: 'محدَّد على {printers}',
  waiting: 'في قائمة انتظار {printers}',
  labels:
    'لا يستخدمه أي ملصق | يستخدمه ملصق واحد: {names} | يستخدمه ملصقان: {names} | تستخدمه {n} ملصقات: {names} | يستخدمه {n} ملصقًا: {names} | يستخدمه {n} ملصق: {names}',
  more: '{names} | {names} وواحد آخر | {names} واثنان آخران | {names} و{n} أخرى | {names} و{n} آخر | {names} و{n} آخر',
  none: 'غير مستخدم الآن',
  removal: '{text} {usage}.',
  inLabels: 'الملصق الذي يذكره لن يمكن طباعته.',
} satisfies Words<'usage'>;
