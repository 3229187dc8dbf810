import { useState } from 'preact/hooks';
import { useAttempt } from './notice.tsx';

interface ActionProps {
  /** Text of the button. */
  readonly children: string;
  /** Name of the button for screen readers, if its text is not enough. */
  readonly label?: string;
  /** Sends the request. @returns text about the result @throws ApiError */
  readonly run: () => Promise<string>;
}

/** Button that calls an operation and shows the result. */
export function Action({ children, label, run }: ActionProps) {
  const [done, setDone] = useState('');
  const { attempt, problem } = useAttempt();
  const act = () => {
    setDone('');
    void attempt(async () => setDone(await run()));
  };
  return (
    <>
      <button type="button" aria-label={label} onClick={act}>
        {children}
      </button>
      <span role="status">{done}</span>
      {problem}
    </>
  );
}
