import type { Words } from '../translation.ts';

/** Words of giving something another name. */
export const renaming = {
  action: 'إعادة تسمية',
  title: 'إعادة تسمية «{name}»',
  name: 'الاسم الجديد',
  hint: 'يجب إعلام البرامج الأخرى التي تستخدم الاسم القديم بالاسم الجديد.',
  confirm: 'إعادة تسمية',
  done: 'أصبح اسم «{from}» الآن «{to}».',
  none: 'لا تستطيع وحدة التحكم هذه إعادة التسمية.',
  unsaved: 'احفظ تغييراتك على «{name}» أو تجاهلها أولاً. بعد ذلك يمكن تغيير الاسم.',
  waiting: 'هناك تغييرات على «{name}» تنتظر الإرسال. بعد إرسالها أو تجاهلها يمكن تغيير الاسم.',
  faults: {
    missing: 'يلزم اسم هنا.',
    taken: 'هذا الاسم مستخدم بالفعل.',
    dots: 'لا يمكن أن يكون الاسم «.» أو «..» فقط.',
    control: 'لا يحتوي الاسم على فواصل أسطر ولا على محارف تحكم.',
    tooLong: 'لا يزيد الاسم عن 255 محرفًا.',
  },
} satisfies Words<'renaming'>;
