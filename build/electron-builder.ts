import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { FUSES } from './electron-fuses.ts';
import { DATA_OF_PACKAGES } from './runtime-files.ts';

/** Packaging of the desktop app: an installer for Windows, and an AppImage. The Debian package is made by a script of its own, without Electron. */
export const electronBuilder: Configuration = {
  appId: 'app.strobe.station',
  productName: 'Strobe',
  executableName: 'strobe',
  copyright: 'Copyright © 2026 The Strobe authors',
  directories: { output: 'dist/packages', buildResources: 'build/icons' },
  asar: true,
  // There are no native modules, and only the files listed above are collected from node_modules.
  beforeBuild: () => Promise.resolve(false),
  // The window that Electron shows for a folder without an app.
  afterExtract: ({ appOutDir }) => rm(join(appOutDir, 'resources/default_app.asar'), { force: true }),
  files: [
    'package.json',
    'dist/desktop/**/*',
    'dist/renderer/**/*',
    'build/samples/**/*',
    // The picture of the tray.
    'build/icons/png/32x32.png',
    ...DATA_OF_PACKAGES.map(({ name, filter }) => ({ from: `node_modules/${name}`, to: `node_modules/${name}`, filter })),
  ],
  electronLanguages: ['en-US', 'de', 'fr', 'es', 'zh-CN', 'ar'],
  electronFuses: FUSES,
  win: {
    target: [{ target: 'nsis', arch: ['x64'] }],
    icon: 'build/icons/strobe.ico',
    extraFiles: [{ from: 'build/windows', to: 'windows', filter: ['*.ps1'] }],
  },
  // Everything is in the installer, so that it needs no network. `/S` installs without questions, `/D=` names the folder.
  nsis: {
    oneClick: false,
    perMachine: true,
    allowElevation: true,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    differentialPackage: false,
    runAfterFinish: false,
    artifactName: 'Strobe-Setup-${version}.${ext}',
    // The same for all versions: an installer finds the version before by it.
    guid: '6c1f2f0e-52a4-4a55-9d1b-0c2f6a7b9e31',
  },
  linux: {
    target: [{ target: 'AppImage', arch: ['x64'] }],
    artifactName: 'Strobe-${version}-${arch}.${ext}',
    icon: 'build/icons/png',
    category: 'Utility',
    synopsis: 'Print station for industrial coding and marking',
    syncDesktopName: true,
  },
  publish: null,
};
