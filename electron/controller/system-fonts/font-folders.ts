import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the folders of fonts depend on. */
export interface FontFoldersOf {
  platform: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The folders in which a computer keeps its fonts: those of the machine and those of the user whom the controller runs as. */
export function systemFontFolders(of: FontFoldersOf = { platform: process.platform, home: homedir(), env: process.env }): string[] {
  const { platform, home, env } = of;
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'];
    return [join(env['WINDIR'] ?? 'C:\\Windows', 'Fonts'), ...(local ? [join(local, 'Microsoft', 'Windows', 'Fonts')] : [])];
  }
  if (platform === 'darwin') return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library', 'Fonts')];
  // The directories of the XDG Base Directory Specification, and the old one of fontconfig.
  const own = env['XDG_DATA_HOME'] || join(home, '.local', 'share');
  const shared = (env['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(':').filter((folder) => folder.startsWith('/'));
  return [...[own, ...shared].map((folder) => join(folder, 'fonts')), join(home, '.fonts')];
}
