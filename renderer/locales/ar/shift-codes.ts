import type { Words } from '../translation.ts';

/** Words of the panels about shift codes. */
export const shiftCodes = {
  title: 'رموز الورديات',
  new: 'رمز وردية جديد',
  none: 'لا رموز ورديات بعد',
  noneText: 'يطبع رمز الوردية نصًا مختلفًا في كل وردية. أنشئ واحدًا واطبعه برمزه.',
  noExtension: 'ليس لوحدة التحكم هذه رموز ورديات خاصة بها',
  name: 'رمز الوردية',
  nameHint: 'تطبعه الملصقات بالرمز {code}',
  prints: 'يُطبع الآن',
  edit: 'تعديل رمز الوردية «{name}»',
  newTitle: 'رمز وردية جديد',
  time: 'من',
  code: 'يُطبع',
  add: 'إضافة وردية',
  drop: 'إزالة الوردية التي تبدأ {time}',
  now: 'يُطبع الآن، بتوقيت {zone}',
  change: '{day} {time}: {code}',
  noChange: 'يُطبع الشيء نفسه طوال اليوم.',
  description: 'الوصف',
  save: 'حفظ',
  saved: 'حُفظ رمز الوردية «{name}».',
  delete: 'حذف',
  removal: {
    title: 'حذف رمز الوردية «{name}»؟',
    text: 'لن يمكن تحديد الملصقات التي تطبعه.',
    confirm: 'حذف',
  },
  removed: 'حُذف رمز الوردية «{name}».',
  discard: {
    title: 'تجاهل ما كتبته؟',
    text: 'يبقى «{name}» كما هو محفوظ.',
    confirm: 'تجاهل',
    cancel: 'متابعة التعديل',
  },
  faults: {
    time: 'مطلوب وقت من اليوم، مثل 06:00.',
    code: 'مطلوب نص هنا.',
    twice: 'تبدأ وردية أخرى في هذا الوقت.',
    name: {
      missing: 'مطلوب اسم هنا.',
      taken: 'يوجد رمز وردية بهذا الاسم.',
      control: 'لا يحتوي الاسم على فواصل أسطر ولا أحرف تحكم.',
      tooLong: 'طول الاسم 255 حرفًا على الأكثر.',
    },
  },
} satisfies Words<'shiftCodes'>;
