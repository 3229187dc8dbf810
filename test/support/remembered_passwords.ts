import type { Services } from 'lectern';

/**
 * Caches the results of password checks of a platform, because the password hash is slow and some tests send the same
 * credential many times. For platforms that no other test shares.
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
