import type { Words } from '../translation.ts';

/** Words of the plain components. */
export const ui = {
  cancel: 'إلغاء',
  close: 'إغلاق',
  clearSearch: 'مسح البحث',
  dismiss: 'إخفاء',
  loading: 'جارٍ التحميل',
  notices: 'إشعارات',
  noPicture: 'لا توجد صورة',
  pictureFailed: 'تعذّر عرض الصورة',
  tryAgain: 'إعادة المحاولة',
  reason: {
    label: 'السبب',
    hint: 'يُكتب في السجل.',
    missing: 'السبب مطلوب: فهو يبقى في السجل.',
    tooLong: 'عدد الأحرف {n} على الأكثر.',
  },
  number: {
    missing: 'مطلوب رقم هنا.',
    notANumber: 'هذا ليس رقمًا.',
    notWhole: 'لا تُقبل هنا إلا الأعداد الصحيحة.',
    tooSmall: '{min} على الأقل.',
    tooBig: '{max} على الأكثر.',
  },
} satisfies Words<'ui'>;
