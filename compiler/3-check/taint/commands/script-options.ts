import type { Script } from "./program-spec.ts";
import { beginningOf, type Word, withoutStart } from "./word.ts";

/** `git -c key=value`: some keys name a program, or a script for the shell. */
export function gitSetting<Value>(word: Word<Value>): Script<Value> | undefined {
  const [key, ...values] = beginningOf(word).split("=");
  if (values.length === 0) return { language: "git configuration", text: word };
  return gitPrograms.test(key ?? "")
    ? { language: "shell", text: withoutStart(word, (key ?? "").length + 1) }
    : undefined;
}

/** Keys of git's configuration whose values git runs. */
const gitPrograms =
  /^(?:alias\..*|core\.(?:sshcommand|pager|editor|askpass|fsmonitor|hookspath|gitproxy)|pager\..*|sequence\.editor|diff\.(?:external|.*\.(?:command|textconv))|merge\..*\.driver|filter\..*\.(?:clean|smudge|process)|credential\.(?:.*\.)?helper|gpg\.(?:.*\.)?program|(?:diff|merge)tool\..*\.(?:cmd|path)|browser\..*\.(?:cmd|path)|remote\..*\.(?:uploadpack|receivepack)|uploadpack\.packobjectshook|interactive\.difffilter|include\.path|init\.templatedir)$/i;

/** `ssh -o Option=value`: some options name a command. */
export function sshOption<Value>(word: Word<Value>): Script<Value> | undefined {
  const found = /^\s*(\w+)(?:\s*=\s*|\s+)/.exec(beginningOf(word));
  if (found === null) return { language: "ssh configuration", text: word };
  return sshPrograms.test(found[1] ?? "")
    ? { language: "shell", text: withoutStart(word, found[0].length) }
    : undefined;
}

const sshPrograms = /^(?:ProxyCommand|LocalCommand|RemoteCommand|KnownHostsCommand|Match|ProxyUseFdpass)$/i;

/** `tar --checkpoint-action=exec=command`. */
export function tarAction<Value>(word: Word<Value>): Script<Value> | undefined {
  const start = beginningOf(word);
  if (start.startsWith("exec=")) return { language: "shell", text: withoutStart(word, "exec=".length) };
  return /^(?:bell|dot|echo|sleep|totals|ttyout|wait)/.test(start)
    ? undefined
    : { language: "tar actions", text: word };
}
