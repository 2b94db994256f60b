import type { Words } from '../translation.ts';

/** Words of the frame around every page. */
export const app = {
  name: 'Strobe',
  wordsMissing: 'تعذّر جلب نصوص اللغة المختارة. أعد تحميل الصفحة.',
  skip: 'الانتقال إلى المحتوى',
  navigation: 'القائمة الرئيسية',
  nav: {
    monitor: 'المراقبة',
    labels: 'الملصقات',
    tables: 'الجداول',
    variables: 'المتغيرات',
    connections: 'الاتصالات',
  },
  connection: 'وحدة التحكم',
  displaySettings: 'إعدادات العرض',
  age: {
    seconds: '{n} ث',
    minutes: '{n} د',
    hours: '{n} س',
    days: '{n} يوم | {n} يوم | {n} يوم | {n} أيام | {n} يومًا | {n} يوم',
  },
  station: {
    connecting: 'جارٍ الاتصال بالمحطة',
    lost: 'لم تُجب المحطة منذ {time}.',
    lostDetail: 'ما تراه يعود إلى ذلك الوقت. تعيد الصفحة الاتصال من تلقاء نفسها، والطابعات تواصل عملها من دونها.',
  },
  safeMode: 'تعمل وحدة التحكم {name} في الوضع الآمن بعد انهيارات متكررة: تعرض البيانات فقط. أعد تشغيل Strobe لاستئناف الطباعة.',
  clock: {
    doubtful: {
      title: 'الطباعة متوقفة: قد تكون ساعة وحدة التحكم {name} خاطئة.',
      detail: 'تُظهر {now}، والمتوقع {expected} ({timeZone}). أكّدها إن كانت صحيحة، وإلا فاضبطها.',
    },
    stepped: {
      title: 'ضُبطت ساعة وحدة التحكم {name}.',
      detail: 'تُظهر {now}، والمتوقع {expected} ({timeZone}). منها تأخذ الملصقات تواريخها: أكّدها إن كانت صحيحة، وإلا فاضبطها.',
    },
    confirm: 'الساعة صحيحة',
  },
  missing: {
    title: 'لا توجد صفحة كهذه',
    text: 'العنوان لا يؤدي إلى أي صفحة. ارجع إلى المراقبة واختر منها.',
    back: 'إلى المراقبة',
  },
} satisfies Words<'app'>;
