import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Services } from 'lectern';

const FILE = 'jwt_secret';
/** Minimum length of the key in characters; a shorter key can be guessed. */
export const MIN_SECRET_LENGTH = 32;
const MIN_DISTINCT_CHARACTERS = 8;

/** Whether a key can be guessed: it is short, or repeats a few characters. */
export function isGuessable(key: string): boolean {
  return key.length < MIN_SECRET_LENGTH || new Set(key).size < MIN_DISTINCT_CHARACTERS;
}

/** Services that the key of the JWTs depends on. */
export type JwtSecretNeeds = Pick<Services, 'usersConfig' | 'databaseConfig' | 'environment'>;

/**
 * Returns the key that signs the JWTs: the configured key, or a generated key. A data folder stores the generated key.
 * @throws Error when production has no configured key, and when the stored key is too short
 */
export async function jwtSecret({ usersConfig, databaseConfig, environment }: JwtSecretNeeds): Promise<string> {
  const { jwtSecret: given } = usersConfig;
  if (given !== undefined) return given;
  if (environment === 'production') {
    throw new Error(
      `JWT_SECRET is not set; set it to ${MIN_SECRET_LENGTH} random characters or more, the same for all replicas.`,
    );
  }
  const { dataDir } = databaseConfig;
  return dataDir === 'memory' ? newSecret() : keptSecret(resolve(dataDir));
}

async function keptSecret(folder: string): Promise<string> {
  const path = join(folder, FILE);
  const own = `${path}.${randomBytes(4).toString('hex')}`;
  await mkdir(folder, { recursive: true });
  await writeFile(own, newSecret(), { mode: 0o600 });
  try {
    // Linking is atomic, so that of two concurrent processes only one stores its key.
    await link(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(own);
  }
  const kept = (await readFile(path, 'utf8')).trim();
  if (kept.length >= MIN_SECRET_LENGTH) return kept;
  throw new Error(
    `The key of the JWTs in ${path} is too short and can be guessed; remove the file to generate a new key.`,
  );
}

function newSecret(): string {
  return randomBytes(48).toString('base64url');
}
