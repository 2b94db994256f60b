import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';

/** The menu outside kiosk mode. It has no printing commands. */
export function menuTemplate(window: Pick<BrowserWindow, 'reload'>): MenuItemConstructorOptions[] {
  return [
    {
      label: 'Station',
      submenu: [
        { label: 'Reload the page', accelerator: 'CommandOrControl+R', click: () => window.reload() },
        { type: 'separator' },
        { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { type: 'separator' }, { role: 'togglefullscreen' }],
    },
  ];
}
