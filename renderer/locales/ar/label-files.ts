import type { Words } from '../translation.ts';

/** Words of labels as files. */
export const labelFiles = {
  save: 'حفظ في ملف',
  read: 'استيراد ملف',
  title: 'استيراد الملصق من «{file}»',
  notLabel: '«{file}» ليس ملصقًا: الملصق مستند JSON كالذي ينشئه «حفظ في ملف»، أو ملف ZPL.',
} satisfies Words<'labelFiles'>;
