import { Menu, Tray } from 'electron';
import type { DesktopState } from '#contract/station/desktop.ts';
import { trayTemplate, type ShellActions } from './menu.ts';
import type { ShellTexts } from './shell-texts.ts';

export interface TrayIconOptions {
  /** Path of the picture. */
  icon: string;
  texts: ShellTexts;
  /** Read again for each menu. */
  actions: () => ShellActions;
}

/** The icon of the app in the bar of the system: says how the line is, and opens the window. */
export class TrayIcon {
  readonly #tray: Tray;
  readonly #options: TrayIconOptions;
  #summary = '';

  constructor(options: TrayIconOptions) {
    this.#options = options;
    this.#tray = new Tray(options.icon);
    this.#tray.on('click', () => options.actions().open());
  }

  show(state: DesktopState): void {
    this.#summary = summaryOf(state, this.#options.texts);
    this.#tray.setToolTip(`Strobe\n${this.#summary}`);
    this.refresh();
  }

  /** Replaces the menu: Linux shows changed items only in a new one. */
  refresh(): void {
    const { texts, actions } = this.#options;
    this.#tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(texts, actions(), this.#summary)));
  }

  destroy(): void {
    this.#tray.destroy();
  }
}

/** One line each for printers and alarms. */
export function summaryOf({ printersWithJob, alarms }: DesktopState, texts: ShellTexts): string {
  return [`${texts.printersWithJob} ${printersWithJob}`, `${texts.alarms} ${alarms}`].join('\n');
}
