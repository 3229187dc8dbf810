import { useState } from 'preact/hooks';
import { sendWritten, type RawAnswer, type Written } from '../server/api.ts';
import { Link } from '../router.tsx';
import { may } from '../session.ts';
import { number } from '../translations.ts';
import { useAttempt } from './notice.tsx';
import { Status } from './request_status.tsx';

const MAX_LENGTH = 20_000;

interface SendingProps {
  /** Text of the button. */
  readonly children: string;
  readonly written: () => Written;
}

/** Button that sends a composed request, and the answer to the request. */
export function Sending({ children, written }: SendingProps) {
  const [answer, setAnswer] = useState<RawAnswer>();
  const { attempt, problem } = useAttempt();
  const send = () => {
    setAnswer(undefined);
    void attempt(async () => setAnswer(await sendWritten(written())));
  };
  return (
    <>
      <button type="button" onClick={send}>
        {children}
      </button>
      <div role="status">{answer && <Answer answer={answer} />}</div>
      {problem}
    </>
  );
}

function Answer({ answer: { status, ms, id, text } }: { readonly answer: RawAnswer }) {
  return (
    <>
      <p>
        <Status status={status} /> {number(ms)} ms {may('console_request') && <Link to={`/requests/${id}`}>{id}</Link>}
      </p>
      <pre>{readable(text).slice(0, MAX_LENGTH)}</pre>
    </>
  );
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
