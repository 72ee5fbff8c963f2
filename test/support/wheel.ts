import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** A package of one module, without anything to build or to download. */
export function makeWheel(folder: string, python = "/usr/bin/python3"): string {
  const path = join(folder, "flowc_sample-1.0-py3-none-any.whl");
  const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.writestr("flowc_sample.py", "answer = 42\\n")
    info = "flowc_sample-1.0.dist-info/"
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: flowc-sample\\nVersion: 1.0\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
`;
  const { status, stderr } = spawnSync(python, ["-c", script, path], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return path;
}
