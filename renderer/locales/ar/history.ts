import type { Words } from '../translation.ts';

/** Words of the print history and of the last prints. */
export const history = {
  title: 'إحصاءات الطباعة',
  resolution: 'الدقة الزمنية',
  MINUTES: 'دقائق',
  HOURS: 'ساعات',
  DAYS: 'أيام',
  WEEKS: 'أسابيع',
  chart: 'الطباعات عبر الزمن',
  loading: 'جارٍ قراءة الإحصاءات',
  prints: {
    title: 'آخر الطباعات',
    none: 'لم يُطبع شيء بعد.',
    noExtensions: 'وحدة التحكم هذه لا تحتفظ بصور طباعاتها.',
    alt: 'الطباعة {id}',
    more: 'عرض المزيد',
    reprint: 'طُبعت مرة أخرى',
    state: {
      reserved: 'محجوزة',
      sent: 'مُرسلة',
      printed: 'مطبوعة',
      void: 'لم تُطبع',
      unknown: 'مجهولة',
    },
  },
} satisfies Words<'history'>;
