import type { MenuItemConstructorOptions } from 'electron';
import type { ShellTexts } from './shell-texts.ts';

/** What menu and tray can do. */
export interface ShellActions {
  /** Brings the window to the front. */
  open: () => void;
  reload: () => void;
  /** Opens the API reference in the computer's browser. */
  openReference: () => void;
  /** Asks first, if it is necessary. */
  quit: () => void;
  /** Fills the screen. */
  enterKiosk: () => void;
  /** Undefined for an app that is not installed. */
  startsWithSystem: boolean | undefined;
  setStartWithSystem: (isOn: boolean) => void;
}

/** The menu outside kiosk mode. It has no printing commands. */
export function menuTemplate(texts: ShellTexts, actions: ShellActions): MenuItemConstructorOptions[] {
  return [
    {
      label: texts.menu.station,
      submenu: [
        { label: texts.reload, accelerator: 'CommandOrControl+R', click: actions.reload },
        { label: texts.reference, click: actions.openReference },
        { type: 'separator' },
        { label: texts.kiosk, click: actions.enterKiosk },
        ...startItem(texts, actions),
        { type: 'separator' },
        { label: texts.quit, accelerator: 'CommandOrControl+Q', click: actions.quit },
      ],
    },
    { role: 'editMenu', label: texts.menu.edit },
    {
      label: texts.menu.view,
      submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { type: 'separator' }, { role: 'togglefullscreen' }],
    },
  ];
}

/** The menu of the tray. The kiosk has its own way out. */
export function trayTemplate(texts: ShellTexts, actions: ShellActions, summary: string): MenuItemConstructorOptions[] {
  return [
    ...summary.split('\n').map((label) => ({ label, enabled: false })),
    { type: 'separator' },
    { label: texts.open, click: actions.open },
    ...startItem(texts, actions),
    { type: 'separator' },
    { label: texts.quit, click: actions.quit },
  ];
}

function startItem(texts: ShellTexts, { startsWithSystem, setStartWithSystem }: ShellActions): MenuItemConstructorOptions[] {
  if (startsWithSystem === undefined) return [];
  const click = (): void => setStartWithSystem(!startsWithSystem);
  return [{ label: texts.startWithComputer, type: 'checkbox', checked: startsWithSystem, click }];
}
