// Makes the template of the platform's database on the server of the tests before the first test, and drops it after the
// last one. A test kernel copies it in 0.3 s; running all migrations takes 2 s of CPU.
const server = process.env.TEST_DATABASE_URL;
const isWanted = server !== undefined && process.env.TEST_DATABASE_TEMPLATE === '1';

export async function mochaGlobalSetup() {
  if (isWanted) await (await import('./template_database.ts')).makeTemplate(server);
}

export async function mochaGlobalTeardown() {
  if (isWanted) await (await import('./template_database.ts')).dropTemplate(server);
}
