import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../server/api.ts';
import { Languages } from '../parts/languages.tsx';
import { messageOf, Problem } from '../parts/notice.tsx';
import { asksCredential, signIn } from '../session.ts';
import { t } from '../translations.ts';

/** The form for name and password. @param endedOf name of the user whose session has ended while a page was open */
export function SignIn({ endedOf }: { readonly endedOf: string | undefined }) {
  const [error, setError] = useState<ApiError>();
  const [isSending, setIsSending] = useState(false);
  useLayoutEffect(() => {
    document.title = `${t('signIn')} – ${t('console')}`;
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    setIsSending(true);
    try {
      await signIn(textOf(fields.get('username') ?? 'credential'), textOf(fields.get('password')));
    } catch (thrown) {
      setError(thrown as ApiError);
      setIsSending(false);
    }
  };
  return (
    <main class="sign-in">
      <h1>{t('console')}</h1>
      {endedOf !== undefined && (
        <p class="notice" role="status">
          {t('sessionEnded')}
        </p>
      )}
      {error && <Problem>{error.status === 401 ? error.message : messageOf(error)}</Problem>}
      <Form name={endedOf} isSending={isSending} onSubmit={(event) => void submit(event)} />
      <Languages />
    </main>
  );
}

interface FormProps {
  readonly name: string | undefined;
  readonly isSending: boolean;
  readonly onSubmit: (event: SubmitEvent) => void;
}

function Form({ name, isSending, onSubmit }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const byCredential = asksCredential.use();
  useLayoutEffect(() => {
    const first = form.current?.elements.namedItem(name === undefined && !byCredential ? 'username' : 'password');
    if (first instanceof HTMLElement) first.focus();
  }, [byCredential]);
  return (
    <form ref={form} onSubmit={onSubmit}>
      {!byCredential && (
        <label>
          {t('username')}
          <input
            name="username"
            defaultValue={name}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            required
          />
        </label>
      )}
      <label>
        {t(byCredential ? 'credential' : 'password')}
        <input name="password" type="password" autocomplete={byCredential ? 'off' : 'current-password'} required />
      </label>
      <button class="primary" disabled={isSending}>
        {t('signIn')}
      </button>
    </form>
  );
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
