/* Loaded before PostgreSQL by LD_PRELOAD: its clock is later than the machine's by as many
   microseconds as the file TEST_CLOCK_SHIFT_FILE has, as a number of 64 bits, at each reading. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile long long *shift;

__attribute__((constructor)) static void open_shift(void)
{
	const char *path = getenv("TEST_CLOCK_SHIFT_FILE");
	int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
	void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);

	if (mapped != MAP_FAILED)
		shift = mapped;
	if (file >= 0)
		close(file);
}

static long long now_us(void)
{
	struct timespec now;

	syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
	return now.tv_sec * 1000000LL + now.tv_nsec / 1000 + (shift == NULL ? 0 : *shift);
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	long long us = now_us();

	(void) zone;
	now->tv_sec = us / 1000000;
	now->tv_usec = us % 1000000;
	return 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	long long us;

	if (clock != CLOCK_REALTIME)
		return syscall(SYS_clock_gettime, clock, now);
	us = now_us();
	now->tv_sec = us / 1000000;
	now->tv_nsec = us % 1000000 * 1000;
	return 0;
}

time_t time(time_t *now)
{
	time_t seconds = now_us() / 1000000;

	if (now != NULL)
		*now = seconds;
	return seconds;
}
