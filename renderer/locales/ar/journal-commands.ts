import type { Words } from '../translation.ts';

/** What was ordered, by the noun and verb of the station's operations. One that has no words here is told by its name. */
export const journalCommands = {
  backups: { make: 'طُلبت نسخة احتياطية' },
  clock: { confirm: 'تأكيد الساعة' },
  connections: {
    add: 'توصيل وحدة تحكم',
    rename: 'إعادة تسمية اتصال',
    order: 'ترتيب الاتصالات',
    switchEmbedded: 'تشغيل وحدة تحكم هذا الحاسوب أو إيقافها',
    remove: 'إزالة اتصال',
    changeKey: 'تغيير مفتاح اتصال',
    trust: 'الوثوق بشهادة وحدة تحكم',
  },
  counters: { put: 'حفظ عدّاد', remove: 'حذف عدّاد', rename: 'إعادة تسمية عدّاد' },
  drafts: { discard: 'تجاهل مسودة' },
  fonts: { remove: 'حذف خط' },
  labelProofs: { accept: 'قبول ملصقات بعد تحديث' },
  labels: { put: 'حفظ ملصق', remove: 'حذف ملصق', rename: 'إعادة تسمية ملصق' },
  lines: { add: 'إنشاء خط إنتاج', change: 'تغيير خط إنتاج', order: 'ترتيب خطوط الإنتاج', remove: 'إزالة خط إنتاج' },
  plans: { apply: 'تحديد' },
  preflights: { start: 'بدء الفحص المسبق', remove: 'إنهاء الفحص المسبق أو حذفه' },
  printing: {
    select: 'تحديد',
    deselect: 'إلغاء التحديد',
    trigger: 'إطلاق',
    abort: 'إيقاف الطباعة',
    setConveyor: 'ضبط السير',
    refillInk: 'تعبئة الحبر',
  },
  prints: { resolve: 'حسم طباعة مجهولة', reprint: 'الطباعة مرة أخرى', acceptEngineCount: 'اعتماد عدّ الطابعة' },
  queue: { reorder: 'إعادة ترتيب قائمة الانتظار', remove: 'إخراج مهمة من قائمة الانتظار', seek: 'الانتقال إلى نقطة رجوع' },
  settings: { put: 'حفظ إعدادات وحدة التحكم', putPrinter: 'ضبط إطلاقات الطابعة' },
  shiftCodes: { put: 'حفظ رمز وردية', remove: 'حذف رمز وردية', rename: 'إعادة تسمية رمز وردية' },
  tables: { editCells: 'تغيير خلية', remove: 'حذف جدول', rename: 'إعادة تسمية جدول' },
  variables: { put: 'حفظ متغير', remove: 'حذف متغير', rename: 'إعادة تسمية متغير' },
} satisfies Words<'journal'>['commands'];
