import type { ProgramSpec } from "./program-spec.ts";
import { sshOption } from "./script-options.ts";

const container: ProgramSpec = {
  values:
    "-e --env --env-file -u --user -w --workdir --detach-keys --index --name --network -p --publish -v --volume --mount --entrypoint -m --memory --cpus --platform --label -l -h --hostname --add-host --gpus --ipc --pid --restart --tmpfs --ulimit --log-driver --pull",
  command: 1,
  stopsAtOperand: true,
  harm: "--volume=/:/host",
};

const docker: ProgramSpec = {
  values: "-H --host -c --context --config -l --log-level -f --file -p --project-name",
  subcommands: {
    exec: container,
    run: container,
    create: container,
    container: { subcommands: { exec: container, run: container, create: container }, stopsAtOperand: true },
    compose: {
      values: "-f --file -p --project-name --profile --env-file",
      subcommands: { exec: container, run: container },
      stopsAtOperand: true,
    },
  },
  otherSubcommand: { harm: "--volume=/:/host" },
  stopsAtOperand: true,
};

const kubectl: ProgramSpec = {
  values: "-n --namespace --context --kubeconfig -c --container -s --server",
  subcommands: { exec: { values: "-n --namespace -c --container", command: 1 } },
  otherSubcommand: { values: "-n --namespace -o --output -l --selector", harm: "--server=…" },
  stopsAtOperand: true,
};

const plain: ProgramSpec = { command: 0, stopsAtOperand: true };

const asUser: ProgramSpec = {
  values: "-s --shell -g --group -G --supp-group -w --whitelist-environment",
  scripts: { "-c": "shell", "--command": "shell", "--session-command": "shell" },
  harm: "--command=…",
};

/** Programs that run another command which their arguments hold, by name. */
export const wrappers: Readonly<Record<string, ProgramSpec>> = {
  builtin: plain,
  busybox: plain,
  caffeinate: plain,
  chroot: { ...plain, command: 1, values: "--userspec --groups" },
  chronic: plain,
  command: plain,
  doas: { ...plain, values: "-C -u", harm: "-u USER" },
  docker,
  "docker-compose": { ...docker, subcommands: { exec: container, run: container } },
  env: {
    ...plain,
    values: "-u --unset -C --chdir",
    scripts: { "-S": "shell", "--split-string": "shell" },
    assignments: true,
    harm: "--split-string=…",
  },
  exec: { ...plain, values: "-a" },
  fakeroot: plain,
  flock: {
    ...plain,
    values: "-w --wait --timeout -E --conflict-exit-code",
    scripts: { "-c": "shell", "--command": "shell" },
    command: 1,
  },
  ionice: { ...plain, values: "-c --class -n --classdata -p --pid" },
  kubectl,
  ltrace: { ...plain, values: "-e -o -p -u" },
  nice: { ...plain, values: "-n --adjustment" },
  nohup: plain,
  nsenter: { ...plain, values: "-t --target" },
  oc: kubectl,
  parallel: {
    script: { at: 0, language: "shell", joined: true },
    values: "-j --jobs -a --arg-file",
    stopsAtOperand: true,
  },
  podman: docker,
  runuser: { ...asUser, values: `${asUser.values} -u --user` },
  script: { scripts: { "-c": "shell", "--command": "shell" }, values: "-E -T -o", harm: "--command=…" },
  setsid: plain,
  ssh: {
    values: "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -p -Q -R -S -W -w",
    scripts: { "-o": sshOption },
    script: { at: 1, language: "shell", joined: true },
    stopsAtOperand: true,
    input: "shell",
    otherOperands: 1,
    harm: "-oProxyCommand=…",
  },
  stdbuf: { ...plain, values: "-i --input -o --output -e --error" },
  strace: { ...plain, values: "-e -o -p -s -u -P", harm: "-o FILE" },
  su: asUser,
  sudo: {
    ...plain,
    values:
      "-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -D --chdir -R --chroot -T --command-timeout -U --other-user",
    assignments: true,
    harm: "--shell",
  },
  "systemd-run": {
    ...plain,
    values: "-u --unit -p --property -E --setenv -M -H --uid --gid",
  },
  taskset: { ...plain, command: 1 },
  time: { ...plain, values: "-f --format -o --output" },
  timeout: { ...plain, values: "-s --signal -k --kill-after", command: 1 },
  unshare: plain,
  watch: {
    values: "-n --interval",
    script: { at: 0, language: "shell", joined: true },
    stopsAtOperand: true,
    harm: "--exec",
  },
  xargs: {
    ...plain,
    values:
      "-a --arg-file -d --delimiter -E -I -L --max-lines -n --max-args -P --max-procs -s --max-chars --process-slot-var",
    harm: "--arg-file=…",
  },
};
