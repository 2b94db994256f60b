import type { BrowserWindow, Input } from 'electron';

type KioskWindow = Pick<BrowserWindow, 'setKiosk' | 'isKiosk' | 'on' | 'hide'> & { webContents: Pick<BrowserWindow['webContents'], 'on'> };

export interface KioskOptions {
  window: KioskWindow;
  /** Whether the person at the window may leave the kiosk. Asks them. */
  mayLeave: () => Promise<boolean>;
  /** Called when the window has become a kiosk, or is none any more. */
  changed: (isKiosk: boolean) => void;
}

/**
 * The window as a kiosk: it fills the screen, and a person at the line cannot leave it. An administrator leaves it with Ctrl+Alt+Shift+Q. Closing the
 * window does not end the app, in a kiosk or out of it: the window of a kiosk stays, another one is hidden, and printing goes on.
 */
export class Kiosk {
  readonly #options: KioskOptions;
  #isEnding = false;

  constructor(options: KioskOptions) {
    this.#options = options;
  }

  start(): void {
    const { window } = this.#options;
    window.on('close', (event) => {
      if (this.#isEnding) return;
      event.preventDefault();
      if (!window.isKiosk()) window.hide();
    });
    window.webContents.on('before-input-event', (event, input) => {
      if (!window.isKiosk() || !isWayOut(input)) return;
      event.preventDefault();
      void this.leave();
    });
  }

  /** From now on the window can be closed. */
  end(): void {
    this.#isEnding = true;
  }

  enter(): void {
    this.#options.window.setKiosk(true);
    this.#options.changed(true);
  }

  /** Asks, and leaves the kiosk if it is permitted. */
  async leave(): Promise<void> {
    if (!(await this.#options.mayLeave())) return;
    this.#options.window.setKiosk(false);
    this.#options.changed(false);
  }
}

function isWayOut({ type, key, control, alt, shift }: Input): boolean {
  return type === 'keyDown' && control && alt && shift && key.toLowerCase() === 'q';
}
