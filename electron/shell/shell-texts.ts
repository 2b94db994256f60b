/** The texts of menu, tray and message boxes, which are not part of the page. */
export interface ShellTexts {
  menu: { station: string; edit: string; view: string };
  open: string;
  reload: string;
  startWithComputer: string;
  reference: string;
  quit: string;
  kiosk: string;
  leaveKiosk: string;
  cancel: string;
  /** Before a number. */
  printersWithJob: string;
  alarms: string;
  quitTitle: string;
  /** Before the number of printers that would stop. */
  quitDetail: string;
  kioskTitle: string;
  signInFirst: string;
  notPermitted: string;
  cannotBeSaved: string;
}

const ENGLISH: ShellTexts = {
  menu: { station: 'Station', edit: 'Edit', view: 'View' },
  open: 'Open Strobe',
  reload: 'Reload the page',
  startWithComputer: 'Start with the computer',
  reference: 'API reference',
  quit: 'Quit Strobe',
  kiosk: 'Kiosk mode',
  leaveKiosk: 'Leave kiosk mode',
  cancel: 'Cancel',
  printersWithJob: 'Printers with a job:',
  alarms: 'Alarms:',
  quitTitle: 'Quit Strobe?',
  quitDetail: 'The controller of this computer stops, and with it the printers that have a job:',
  kioskTitle: 'Leave kiosk mode?',
  signInFirst: 'Sign in on the page first, as a person who may do this.',
  notPermitted: 'The person who is signed in may not do this. An administrator can.',
  cannotBeSaved: 'This setting could not be saved.',
};

const TEXTS: Readonly<Record<string, ShellTexts>> = {
  en: ENGLISH,
  de: {
    menu: { station: 'Station', edit: 'Bearbeiten', view: 'Ansicht' },
    open: 'Strobe öffnen',
    reload: 'Seite neu laden',
    startWithComputer: 'Mit dem Rechner starten',
    reference: 'API-Referenz',
    quit: 'Strobe beenden',
    kiosk: 'Kioskmodus',
    leaveKiosk: 'Kioskmodus verlassen',
    cancel: 'Abbrechen',
    printersWithJob: 'Drucker mit Auftrag:',
    alarms: 'Alarme:',
    quitTitle: 'Strobe beenden?',
    quitDetail: 'Der Controller dieses Rechners hält an, und mit ihm die Drucker, die einen Auftrag haben:',
    kioskTitle: 'Kioskmodus verlassen?',
    signInFirst: 'Melden Sie sich zuerst auf der Seite an, als eine Person, die das darf.',
    notPermitted: 'Die angemeldete Person darf das nicht. Ein Administrator darf es.',
    cannotBeSaved: 'Diese Einstellung konnte nicht gespeichert werden.',
  },
  fr: {
    menu: { station: 'Poste', edit: 'Édition', view: 'Affichage' },
    open: 'Ouvrir Strobe',
    reload: 'Recharger la page',
    startWithComputer: 'Démarrer avec l’ordinateur',
    reference: 'Référence de l’API',
    quit: 'Quitter Strobe',
    kiosk: 'Mode kiosque',
    leaveKiosk: 'Quitter le mode kiosque',
    cancel: 'Annuler',
    printersWithJob: 'Imprimantes avec un travail\u00a0:',
    alarms: 'Alarmes\u00a0:',
    quitTitle: 'Quitter Strobe\u00a0?',
    quitDetail: 'Le contrôleur de cet ordinateur s’arrête, et avec lui les imprimantes qui ont un travail\u00a0:',
    kioskTitle: 'Quitter le mode kiosque\u00a0?',
    signInFirst: 'Connectez-vous d’abord sur la page, en tant que personne autorisée.',
    notPermitted: 'La personne connectée n’y est pas autorisée. Un administrateur l’est.',
    cannotBeSaved: 'Ce réglage n’a pas pu être enregistré.',
  },
  es: {
    menu: { station: 'Estación', edit: 'Edición', view: 'Ver' },
    open: 'Abrir Strobe',
    reload: 'Recargar la página',
    startWithComputer: 'Iniciar con el equipo',
    reference: 'Referencia de la API',
    quit: 'Salir de Strobe',
    kiosk: 'Modo quiosco',
    leaveKiosk: 'Salir del modo quiosco',
    cancel: 'Cancelar',
    printersWithJob: 'Impresoras con trabajo:',
    alarms: 'Alarmas:',
    quitTitle: '¿Salir de Strobe?',
    quitDetail: 'El controlador de este equipo se detiene, y con él las impresoras que tienen un trabajo:',
    kioskTitle: '¿Salir del modo quiosco?',
    signInFirst: 'Inicie sesión primero en la página, como una persona que pueda hacerlo.',
    notPermitted: 'La persona que ha iniciado sesión no puede hacerlo. Un administrador sí.',
    cannotBeSaved: 'No se ha podido guardar este ajuste.',
  },
  zh: {
    menu: { station: '操作站', edit: '编辑', view: '视图' },
    open: '打开 Strobe',
    reload: '重新加载页面',
    startWithComputer: '随计算机启动',
    reference: 'API 参考',
    quit: '退出 Strobe',
    kiosk: '信息亭模式',
    leaveKiosk: '退出信息亭模式',
    cancel: '取消',
    printersWithJob: '有任务的打印机：',
    alarms: '报警：',
    quitTitle: '退出 Strobe？',
    quitDetail: '本计算机的控制器将停止，有任务的打印机也随之停止：',
    kioskTitle: '退出信息亭模式？',
    signInFirst: '请先在页面上以有权限的人员身份登录。',
    notPermitted: '已登录的人员没有此权限。管理员可以执行。',
    cannotBeSaved: '无法保存此设置。',
  },
  ar: {
    menu: { station: 'المحطة', edit: 'تحرير', view: 'عرض' },
    open: 'فتح Strobe',
    reload: 'إعادة تحميل الصفحة',
    startWithComputer: 'البدء مع الحاسوب',
    reference: 'مرجع API',
    quit: 'إنهاء Strobe',
    kiosk: 'وضع الكشك',
    leaveKiosk: 'مغادرة وضع الكشك',
    cancel: 'إلغاء',
    printersWithJob: 'طابعات لديها مهمة:',
    alarms: 'الإنذارات:',
    quitTitle: 'إنهاء Strobe؟',
    quitDetail: 'تتوقف وحدة التحكم في هذا الحاسوب، وتتوقف معها الطابعات التي لديها مهمة:',
    kioskTitle: 'مغادرة وضع الكشك؟',
    signInFirst: 'سجّل الدخول أولاً على الصفحة بصفتك شخصًا يحق له ذلك.',
    notPermitted: 'الشخص الذي سجّل الدخول لا يحق له ذلك. يحق لمسؤول النظام.',
    cannotBeSaved: 'تعذر حفظ هذا الإعداد.',
  },
};

/** The texts in the first of these languages that there are texts in (BCP 47 tags, such as `de-AT`), else in English. */
export function shellTexts(languages: readonly string[]): ShellTexts {
  const tags = languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  const known = tags.find((tag) => Object.hasOwn(TEXTS, tag));
  return (known !== undefined && TEXTS[known]) || ENGLISH;
}
