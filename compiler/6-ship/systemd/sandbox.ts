import { effectsOf } from "../../describe/effects.ts";
import type { Plan } from "../../nouns/plan.ts";
import { dataFolders } from "../docker/data-folders.ts";
import { needsNetwork } from "../needs-network.ts";

/**
 * What a service may do (systemd.exec(5)), as settings and comments: what the effects of the workflow ask for, and
 * nothing more as far as that can be known. `home`: its own folder.
 */
export function sandbox(plan: Plan, home: string): readonly string[] {
  const capability = bindsLowPort(plan) ? "CAP_NET_BIND_SERVICE" : "";
  return [
    "NoNewPrivileges=yes",
    `CapabilityBoundingSet=${capability}`,
    `AmbientCapabilities=${capability}`,
    ...fileSettings(plan, home),
    ...networkSettings(plan),
    ...always,
  ];
}

function bindsLowPort({ server, apiServer }: Plan): boolean {
  const port = apiServer?.port ?? 0;
  return server && port > 0 && port < 1024;
}

/** The file system is read-only but for the service's own folder, a /tmp of its own and what the workflow writes. */
function fileSettings(plan: Plan, home: string): readonly string[] {
  const { folders, elsewhere } = dataFolders(plan, home);
  const outside = folders.map(({ path }) => path).filter((path) => path !== home && !path.startsWith(`${home}/`));
  const { commands = [], files = [] } = effectsOf(plan);
  const inHomes = files.some((path) => /^\/(?:home|root|run\/user)\//.test(path));
  return [
    "ProtectSystem=strict",
    ...(commands.length > 0
      ? [`# Commands may write to ${home} and /tmp. For other folders add ReadWritePaths=.`]
      : []),
    ...(elsewhere
      ? ["# Some paths of files are only known when it runs: ReadWritePaths= has to name their folders."]
      : []),
    // Where it is missing, the service starts all the same and the workflow says what it cannot open.
    ...outside.map((path) => `ReadWritePaths=-${path}`),
    `ProtectHome=${inHomes ? "read-only" : "yes"}`,
    "PrivateTmp=yes",
    "PrivateDevices=yes",
    "UMask=0077",
  ];
}

/** AF_UNIX: pipes to commands, and whom the system asks for names. AF_NETLINK: which addresses a machine has. */
function networkSettings(plan: Plan): readonly string[] {
  if (needsNetwork(plan)) return ["RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK"];
  if (!plan.server) return ["PrivateNetwork=yes", "RestrictAddressFamilies=AF_UNIX"];
  const families = "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6";
  const host = plan.apiServer?.host ?? "127.0.0.1";
  if (!/^(?:127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host)) return [families];
  const about = "# It listens to this machine alone. With another HOST add IPAddressAllow=any.";
  return [families, about, "IPAddressDeny=any", "IPAddressAllow=localhost"];
}

const always: readonly string[] = [
  "ProtectClock=yes",
  "ProtectControlGroups=yes",
  "ProtectHostname=yes",
  "ProtectKernelLogs=yes",
  "ProtectKernelModules=yes",
  "ProtectKernelTunables=yes",
  "ProtectProc=invisible",
  "RemoveIPC=yes",
  "LockPersonality=yes",
  "RestrictNamespaces=yes",
  "RestrictRealtime=yes",
  "RestrictSUIDSGID=yes",
  "SystemCallArchitectures=native",
  "SystemCallFilter=@system-service",
  "SystemCallErrorNumber=EPERM",
  "# Not MemoryDenyWriteExecute=: V8 writes the code that it runs.",
];
