import { removePatiently } from '#storage/durable-file.ts';

/** The entry of a process that removes the files that it is given the names of: one of them may be on a disk that does not answer. */
for (const file of process.argv.slice(2)) removePatiently(file);
process.exit(0);
