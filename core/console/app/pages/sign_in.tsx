import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { Languages } from '../parts/languages.tsx';
import { messageOf, Problem } from '../parts/notice.tsx';
import { signIn } from '../session.ts';
import { t } from '../words.ts';

/** The form for name and password. The page that was open is shown again afterwards. */
export function SignIn({ hasEnded }: { readonly hasEnded: boolean }) {
  const [error, setError] = useState<ApiError>();
  const [isSending, setIsSending] = useState(false);
  useEffect(() => {
    document.title = `${t('signIn')} – ${t('console')}`;
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    setIsSending(true);
    try {
      await signIn(textOf(fields.get('username')), textOf(fields.get('password')));
    } catch (thrown) {
      setError(thrown as ApiError);
      setIsSending(false);
    }
  };
  return (
    <main class="sign-in">
      <h1>{t('console')}</h1>
      {hasEnded && (
        <p class="notice" role="status">
          {t('sessionEnded')}
        </p>
      )}
      {error && <Problem>{messageOf(error)}</Problem>}
      <Form isSending={isSending} onSubmit={(event) => void submit(event)} />
      <Languages />
    </main>
  );
}

interface FormProps {
  readonly isSending: boolean;
  readonly onSubmit: (event: SubmitEvent) => void;
}

function Form({ isSending, onSubmit }: FormProps) {
  return (
    <form onSubmit={onSubmit}>
      <label>
        {t('username')}
        <input name="username" autocomplete="username" autocapitalize="none" spellcheck={false} required autofocus />
      </label>
      <label>
        {t('password')}
        <input name="password" type="password" autocomplete="current-password" required />
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
