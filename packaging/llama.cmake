# What is left out of llama.cpp wherever Roomscribe compiles it: read by CMake (CMAKE_PROJECT_INCLUDE) at the beginning of each
# of its projects, where a variable outweighs what the project then sets for its cache.
#
# Images and sound as prompts, and what only llama.cpp's own programs use.
set(LLAVA_BUILD OFF)
set(LLAMA_BUILD_COMMON OFF)
