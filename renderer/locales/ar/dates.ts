import type { Words } from '../translation.ts';

/** Words of the panel about dates. */
export const dates = {
  title: 'التواريخ',
  intro: 'كيف تستخرج وحدة التحكم هذه التواريخ من الأوقات. يسري التغيير على الطباعات التالية؛ وما طُبع يحتفظ بتواريخه.',
  noExtension: 'وحدة التحكم هذه لا تذكر كيف تستخرج التواريخ',
  timeZone: 'المنطقة الزمنية',
  timeZoneHint: 'على ساعتها تسير كل التواريخ والورديات والإحصاءات. مثال: Europe/Berlin.',
  monthEnd: 'نهاية الشهر',
  monthEndHint: 'ما يُطبع بعد شهر من 31 يناير.',
  monthEnds: { end: 'آخر يوم من فبراير', spill: 'يمتد إلى مارس' },
  dayStart: 'يبدأ يوم الإنتاج عند',
  dayStartHint: 'قبل هذا الوقت تكون التواريخ تواريخ اليوم السابق. لا تتغير الساعات والدقائق.',
  example: 'يُطبع اليوم {today} في {zone}. ويُطبع 31 يناير 2027 + شهر واحد هكذا: {month}.',
  save: 'حفظ',
  saved: 'حُفظت إعدادات التواريخ.',
  faults: {
    timeZone: 'لا توجد منطقة زمنية كهذه. مثال: Europe/Berlin.',
    dayStart: 'مطلوب وقت من اليوم، مثل 06:00.',
  },
} satisfies Words<'dates'>;
