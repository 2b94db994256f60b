import type { Words } from '../translation.ts';

/** Words of what a printer does with its triggers. */
export const printerSettings = {
  title: 'الإطلاقات',
  bounceTime: 'أقصر وقت بين منتجين، بالملي ثانية',
  bounceTimeHint: 'من 0 إلى 60 000. ما يُطلق مجددًا خلال هذا الوقت يُعدّ ارتدادًا ولا يُطبع شيء.',
  whenDataIsMissing: 'حين يأتي منتج ولا يوجد ما يُطبع',
  gap: 'تركه يمر والمتابعة',
  stop: 'إيقاف الخط حتى يتدخّل أحد',
  whenDataIsMissingHint: 'في الحالتين يُسجَّل منتجًا فائتًا.',
  change: 'تغيير',
  titleOf: 'إطلاقات الطابعة {printer}',
  consequence: 'يسري على الطابعة {printer} من المنتج التالي.',
  save: 'حفظ',
  saved: 'ضُبطت إطلاقات الطابعة {printer}.',
  ms: '{n} ملي ثانية',
} satisfies Words<'printerSettings'>;
