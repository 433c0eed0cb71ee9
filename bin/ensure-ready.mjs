// Runs before the scripts of package.json (with `--without-java` before those that need no database), on whatever Node the
// machine has and before any dependency is installed: therefore plain JavaScript of Node 20 and nothing but Node's own
// modules.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const JAVA_MAJOR_MIN = 17;
/** Runs TypeScript without a flag (since 22.18 and 23.6), and undici 8 (since 22.19). */
const NODE_MIN = "22.19";
const runsTypeScript = (major, minor) => major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 19);

const onWindows = process.platform === "win32";

function giveUp(line) {
  console.error(line);
  process.exit(1);
}

/** npm writes its own copy of the lock file when an install has finished: it is the time of the last complete install. */
function installIsStale() {
  const installed = join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return true;
  return statSync(installed).mtimeMs < statSync(join(ROOT, "package-lock.json")).mtimeMs;
}

function install() {
  console.error("Installing dependencies (npm ci): they are missing or older than package-lock.json.");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: ROOT,
    // Standard output belongs to the command that comes next.
    stdio: ["inherit", process.stderr.fd, process.stderr.fd],
    shell: onWindows,
  });
  if (status !== 0) giveUp("Dependencies could not be installed: npm ci failed, its message is above.");
}

/** Major version of a Java (`1.8.0_412` is 8, `17.0.15` is 17, `21-ea` is 21), null when there is no such command. */
function javaMajor(command) {
  const { error, stdout, stderr } = spawnSync(command, ["-version"], { encoding: "utf8" });
  const version = error ? null : /version "(?:1\.)?(\d+)/.exec(`${stderr}${stdout}`);
  return version ? Number(version[1]) : null;
}

function requireJava() {
  const home = process.env.JAVA_HOME;
  const major = javaMajor(home ? join(home, "bin", "java") : "java");
  if (major !== null && major >= JAVA_MAJOR_MIN) return;
  const found = major === null ? "none was found" : `found Java ${major}`;
  const where = home ? ` (JAVA_HOME is ${home})` : "";
  giveUp(
    `Java ${JAVA_MAJOR_MIN} or newer is needed for the database, ${found}${where}. Install it: ` +
      "Debian/Ubuntu: sudo apt-get install openjdk-17-jre-headless; macOS: brew install openjdk@17; " +
      "Windows: winget install EclipseAdoptium.Temurin.17.JRE",
  );
}

/** npm puts node_modules/.bin first on the PATH of scripts, so a Node installed there is the one that runs them. */
function requireNode() {
  const bundled = join(ROOT, "node_modules", ".bin", "node");
  const command = existsSync(bundled) ? bundled : "node";
  const { error, stdout } = spawnSync(command, ["--version"], { encoding: "utf8" });
  const [major, minor] = error ? [0, 0] : stdout.trim().slice(1).split(".").map(Number);
  if (runsTypeScript(major, minor)) return;
  giveUp(
    `Node ${NODE_MIN} or newer is needed, found ${error ? "none" : stdout.trim()}, and this machine ` +
      `(${process.platform} ${process.arch}) has no Node among the dependencies. Install Node 24 from https://nodejs.org`,
  );
}

if (installIsStale()) install();
requireNode();
if (!process.argv.includes("--without-java")) requireJava();
