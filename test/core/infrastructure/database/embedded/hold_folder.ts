// Opens the embedded database in the folder given and keeps it open until it is killed.
import { embedded } from '../support.ts';

try {
  const database = embedded({ dataDir: process.argv[2] as string });
  await database.start();
  if (process.argv[3]) await database.raw(process.argv[3]);
  console.log('open');
  setInterval(() => {}, 60_000);
} catch (error) {
  console.log((error as Error).message);
  process.exit(1);
}
