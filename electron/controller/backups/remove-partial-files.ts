import { removePatiently } from '#storage/files/durable-file.ts';

/** Entry of a child process that removes the files given as arguments. A file may be on a disk that does not respond. */
for (const file of process.argv.slice(2)) removePatiently(file);
process.exit(0);
