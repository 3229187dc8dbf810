import type { Services } from 'lectern';

/**
 * Lets a platform of a test's own remember which password it has compared with which hash: comparing takes long on
 * purpose, and a test that sends the same credential a hundred times finds nothing in it.
 */
export function rememberPasswords({ passwords }: Services): void {
  const compare = passwords.isRight.bind(passwords);
  const known = new Map<string, Promise<boolean>>();
  passwords.isRight = (password, hash) => {
    const key = JSON.stringify([password, hash]);
    const compared = known.get(key) ?? compare(password, hash);
    known.set(key, compared);
    return compared;
  };
}
